/** Limits of signing in, invitations and codes, which the console does not show. Times in milliseconds. */
export const signInLimits = {
  sessionSliding: 12 * 3_600_000,
  sessionAbsolute: 7 * 24 * 3_600_000,
  sessionsListed: 100,
  signInsKept: 180 * 24 * 3_600_000,
  /**
   * The time that a browser stays known after an agent's last sign-in, and the number of known browsers of each
   * agent.
   */
  deviceKnown: 180 * 24 * 3_600_000,
  devicesKnown: 20,
  /** The time from the right password to the second step. */
  challengeLives: 300_000,
  challengeTries: 5,
  recoveryCodes: 10,
  codeLives: 600_000,
  codeTries: 5,
  /**
   * The lifetimes of an administrator's mailed links: the invitation of a colleague, and the link for a new password.
   */
  invitationLives: 7 * 24 * 3_600_000,
  resetLinkLives: 24 * 3_600_000,
  /** The number of invitations of one company: open at a time, and sent within a day. */
  invitationsOpen: 200,
  invitationsPerDay: 100,
  resetsPerDay: 100,
  /** The time from a right code to the action it allows. */
  grantLives: 900_000,
} as const;
