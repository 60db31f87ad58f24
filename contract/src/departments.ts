import { z } from "zod";
import { uuid } from "./values.ts";

export const department = z.object({ departmentid: uuid, department_name: z.string() });
export type Department = z.infer<typeof department>;
