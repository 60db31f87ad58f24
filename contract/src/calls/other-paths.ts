/** Calls that the console does not make by their names: those of a website's visitors, some that the specification asks for, and some for which it has no screen yet. */
export const otherPaths = {
  registerParleyCompany: "POST /parley/register-company",
  getTicketHandler: "GET /:ticketid/:created_on/ticketHandler",
  listFailures: "GET /failed-messages",
  getFile: "GET /files/:fileid/:variant/:name",
  getOwnDepartment: "GET /auth/department",
  exportFigures: "GET /export-figures",
  getPicture: "GET /pictures/:name.webp",
  saveNotification: "POST /:receiverid/save-notification",
  getWidgetFrame: "GET /visitor/:key/settings",
  getVisitor: "GET /visitor/:key/me",
  listVisitorMessages: "GET /visitor/:key/messages",
  sendAsVisitor: "POST /visitor/:key/send",
  sendFileAsVisitor: "POST /visitor/:key/send-file",
  editAsVisitor: "POST /visitor/:key/edit",
  deleteAsVisitor: "POST /visitor/:key/delete",
  reactAsVisitor: "POST /visitor/:key/react",
  seeAsVisitor: "POST /visitor/:key/seen",
  rateAsVisitor: "POST /visitor/:key/rate",
  uploadAsVisitor: "POST /visitor/:key/upload",
  setVisitorEmail: "POST /visitor/:key/email",
  identifyVisitor: "POST /visitor/:key/identify",
  signOutVisitor: "POST /visitor/:key/sign-out",
  returnAsVisitor: "POST /visitor/:key/return",
} as const satisfies Record<string, `${"GET" | "POST"} /${string}`>;

export type OtherCallName = keyof typeof otherPaths;
