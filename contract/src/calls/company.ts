import { z } from "zod";
import { auditEntry, auditFilter, auditQuery } from "../audit.ts";
import {
  automaticMessage,
  automaticOutcome,
  automaticPath,
  enteredAutomatic,
  switchAutomatic,
} from "../automatic.ts";
import {
  createDepartment,
  deleteDepartment,
  department,
  departmentOverview,
  renameDepartment,
} from "../departments.ts";
import { changeDepartmentHours, changeHours, hoursAnswer } from "../opening-hours.ts";
import { changeSettings, companyStatus, settingsAnswer } from "../settings.ts";
import { departmentSignature, departmentSignatures } from "../signatures.ts";
import { requireTwoStep, twoStepState } from "../two-step.ts";
import { type Declarations, done } from "./call.ts";
import { byTicket } from "./params.ts";

export const companyCalls = {
  getDepartments: {
    summary: "The company's departments with their figures",
    ability: "manageDepartments",
    answer: departmentOverview,
  },
  createDepartment: {
    summary: "Make a department",
    ability: "manageDepartments",
    body: createDepartment,
    answer: department,
  },
  renameDepartment: {
    summary: "Rename a department",
    ability: "manageDepartments",
    body: renameDepartment,
    answer: department,
  },
  deleteDepartment: {
    summary: "Delete a department that has neither agents nor tickets",
    ability: "manageDepartments",
    body: deleteDepartment,
    answer: done,
  },
  listSignatures: {
    summary: "The signature of each department",
    ability: "manageDepartments",
    answer: departmentSignatures,
  },
  saveDepartmentSignature: {
    summary: "Save a department's signature",
    ability: "manageDepartments",
    body: departmentSignature,
    answer: departmentSignature,
  },
  getSettings: { summary: "The company's settings", ability: "manageSettings", answer: settingsAnswer },
  changeSettings: {
    summary: "Change settings; what is left out stays as it is",
    ability: "manageSettings",
    body: changeSettings,
    answer: settingsAnswer,
  },
  getCompanyStatus: {
    summary: "The storage the company uses, and whether its figures are being counted anew",
    ability: "manageSettings",
    answer: companyStatus,
  },
  getOpeningHours: {
    summary: "The company's opening hours, and those of departments that have their own",
    ability: "manageSettings",
    answer: hoursAnswer,
  },
  changeOpeningHours: {
    summary: "Set the company's opening hours; null for none",
    ability: "manageSettings",
    body: changeHours,
    answer: hoursAnswer,
  },
  changeDepartmentHours: {
    summary: "Give a department opening hours of its own; null for the company's",
    ability: "manageSettings",
    body: changeDepartmentHours,
    answer: hoursAnswer,
  },
  listAutomatic: {
    summary: "The company's automatic messages",
    ability: "manageSettings",
    answer: z.array(automaticMessage),
  },
  createAutomatic: {
    summary: "Write an automatic message",
    ability: "manageSettings",
    body: enteredAutomatic,
    answer: automaticMessage,
  },
  updateAutomatic: {
    summary: "Change an automatic message; what happened before does not count for it",
    ability: "manageSettings",
    params: automaticPath,
    body: enteredAutomatic,
    answer: automaticMessage,
  },
  switchAutomatic: {
    summary: "Switch an automatic message on or off",
    ability: "manageSettings",
    params: automaticPath,
    body: switchAutomatic,
    answer: automaticMessage,
  },
  deleteAutomatic: {
    summary: "Delete an automatic message; what it sent stays",
    ability: "manageSettings",
    params: automaticPath,
    answer: done,
  },
  explainAutomatic: {
    summary: "Why automatic messages were sent in a conversation, and why others were not",
    ability: "readTickets",
    params: byTicket,
    answer: z.array(automaticOutcome),
  },
  requireTwoStep: {
    summary: "Ask a second step of everyone, or no longer",
    ability: "manageSettings",
    body: requireTwoStep,
    answer: twoStepState,
  },
  listAudit: {
    summary: "Who changed what, newest first",
    ability: "readAudit",
    query: auditQuery,
    answer: z.array(auditEntry),
  },
  exportAudit: {
    summary: "The audit log as a CSV file",
    ability: "readAudit",
    weight: "export",
    query: auditFilter,
    answer: { content: "text/csv" },
  },
} satisfies Declarations;
