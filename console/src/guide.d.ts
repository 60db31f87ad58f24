declare module "virtual:guide/*" {
  export const pages: import("../vite/guide.ts").GuidePage[];
}
