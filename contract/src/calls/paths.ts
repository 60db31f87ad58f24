/**
 * Every HTTP call by name, with its method and path. Free of zod, which the console's first load does without; what a
 * call takes and answers is declared beside, by area, and joined in `table.ts`.
 */
export const paths = {
  // Signing in
  signIn: "POST /auth/login",
  takeSecondStep: "POST /auth/second-step",
  confirmAddress: "POST /auth/confirm-address",
  sendAddressCode: "POST /auth/send-address-code",
  signOut: "GET /auth/logout",
  getSession: "GET /auth/validate",
  sendPasswordResetCode: "POST /send-reset-password-code",
  openReset: "POST /open-reset",
  resetPassword: "POST /auth/reset-password",

  // Registration
  checkCompany: "POST /precheck",
  sendRegistrationCode: "POST /send-email-verification",
  verifyCode: "POST /verify-email-code",
  registerCompany: "POST /register-company",
  registerParleyCompany: "POST /parley/register-company",
  getFirstSteps: "GET /first-steps",
  endFirstSteps: "POST /first-steps",

  // One's own account
  getProfile: "GET /auth/profile",
  updateProfile: "POST /auth/update-profile",
  changePicture: "POST /auth/change-profile-pic",
  getPreferences: "GET /auth/get-user-pref",
  changeLanguage: "POST /auth/change-lang",
  changePassword: "POST /auth/change-password",
  sendAddressChangeCode: "POST /auth/send-address-change-code",
  confirmAddressChange: "POST /auth/confirm-address-change",
  cancelAddressChange: "POST /auth/cancel-address-change",
  listSessions: "GET /auth/sessions",
  endSession: "POST /auth/end-session",
  endOtherSessions: "POST /auth/end-other-sessions",
  listSignIns: "GET /auth/sign-ins",
  getTwoStep: "GET /auth/two-step",
  startTwoStep: "POST /auth/start-two-step",
  confirmTwoStep: "POST /auth/confirm-two-step",
  changeRecoveryCodes: "POST /auth/change-recovery-codes",
  removeTwoStep: "POST /auth/remove-two-step",

  // Tickets
  listOpenTickets: "GET /tickets",
  getTicket: "GET /tickets/:ticketid",
  listClosedTickets: "GET /:offset/closed-tickets",
  searchTickets: "GET /search-ticket/:keyword/:state",
  getTicketHandler: "GET /:ticketid/:created_on/ticketHandler",
  acceptTicket: "POST /acceptTicket",
  closeTicket: "POST /close-ticket",
  changeDepartment: "POST /ticket/change-department",
  reassignTicket: "POST /ticket/reassign-user",
  listTicketAgents: "GET /:ticketid/get-agents",

  // Messages
  getChat: "GET /:ticketid/:index/chat",
  getChatSlice: "GET /get-chat-slice",
  searchMessages: "GET /search-message",
  sendMessage: "POST /send-message",
  sendFile: "POST /send-file",
  retryMessage: "POST /retry-message",
  getSendLimits: "GET /:ticketid/send-limits",
  listPins: "GET /:ticketid/get-pinned-msg",
  pinMessage: "POST /:ticketid/pin-message",
  unpinMessage: "POST /:ticketid/unpin-message",
  listDrafts: "GET /drafts",
  saveDraft: "POST /save-draft",
  listBubbles: "GET /bubbles",
  createBubble: "POST /create-bubble",
  editBubble: "POST /:id/edit-bubble",
  deleteBubble: "DELETE /:id/delete-bubble",
  getFile: "GET /files/:fileid/:variant/:name",

  // Reports
  getTicketTable: "GET /get-tickets",
  listMoreTickets: "GET /:offset/get-tickets",
  listTicketDays: "GET /tickets-by-day",
  exportTickets: "GET /export-tickets",

  // Colleagues
  listColleagues: "GET /auth/agents",
  getOwnDepartment: "GET /auth/department",
  listDepartments: "GET /auth/get-departments",
  getPicture: "GET /pictures/:name.webp",
  listPrivateChats: "GET /private-chats",
  openPrivateChat: "GET /:userid/private-chat",
  sendPrivateMessage: "POST /create-private-msg",
  sendPrivateFile: "POST /send-private-file",
  saveNotification: "POST /:receiverid/save-notification",

  // Inbox and push messages
  listNotifications: "GET /notifications",
  resetNotificationCount: "POST /reset-notifications-count",
  clearNotifications: "POST /clear-notifications",
  getPushKey: "GET /push-key",
  subscribe: "POST /subscribe",
  checkSubscription: "POST /check-subscription",
  updateSubscription: "POST /update-subscription",

  // Clients
  listClients: "GET /admin/get-all-clients",
  listMoreClients: "GET /:offset/get-clients",
  searchClients: "GET /:term/search-clients",
  getClient: "GET /admin/:id/get-client",
  listClientActions: "GET /admin/:id/client-actions",
  listClientTickets: "GET /admin/:id/client-tickets",
  updateClientNumber: "POST /auth/update-client-number",
  updateClient: "PUT /auth/update-client",
  switchClientBlock: "POST /admin/:id/block",
  mergeClients: "POST /admin/:id/merge-client",
  unmergeClients: "POST /admin/:id/unmerge-client",

  // Agents
  listAgents: "GET /admin/get-all-agents",
  getAgent: "GET /admin/:id/get-user",
  listAgentActions: "GET /admin/:id/user-actions",
  registerAgent: "POST /auth/register",
  updateAgent: "PUT /auth/update-account",
  switchAdmin: "POST /auth/set-admin",
  switchDisabled: "POST /auth/delete-agent",
  sendReset: "POST /auth/send-reset",
  listInvitations: "GET /admin/invitations",
  invite: "POST /auth/invite",
  inviteAgain: "POST /auth/invite-again",
  withdrawInvitation: "POST /auth/withdraw-invitation",
  openInvitation: "POST /open-invitation",
  acceptInvitation: "POST /accept-invitation",

  // The company
  getDepartments: "GET /admin/get-departments",
  createDepartment: "POST /admin/create-department",
  renameDepartment: "POST /admin/rename-department",
  deleteDepartment: "POST /admin/delete-department",
  getSettings: "GET /admin/settings",
  changeSettings: "PUT /admin/settings",
  getCompanyStatus: "GET /admin/company-status",
  requireTwoStep: "POST /admin/require-two-step",
  listAudit: "GET /admin/audit-log",
  getTelegramTokenStatus: "GET /admin/get-telegram-token",
  setupTelegram: "POST /setup-telegram",
} as const satisfies Record<string, `${"GET" | "POST" | "PUT" | "DELETE"} /${string}`>;

export type CallName = keyof typeof paths;
