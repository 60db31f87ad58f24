/** The numbers of the specification, each used on both sides. Times are milliseconds unless the name says otherwise. */
export const limits = {
  closedTicketsPage: 10,
  /** The most open tickets that can be asked for at once, other than all. */
  openTicketsPage: 1_000,
  /** The console fetches so many open tickets first: more than a tall screen shows. */
  openTicketsFirst: 60,
  /** The most tickets that one call changes. */
  ticketsAtOnce: 1_000,
  tagName: 40,
  tagsPerTicket: 20,
  tagsPerClient: 20,
  organisationName: 200,
  organisationNote: 5_000,
  organisationDomains: 50,
  organisationsPerCompany: 20_000,
  organisationsPage: 50,
  mergeProposalsPage: 50,
  /** More open proposals are not counted. */
  mergeProposalsCounted: 1_000,
  /** The clients that are put into an organisation, or removed from it, by one call. */
  clientsChanged: 200,
  fieldName: 60,
  /** The fields of tickets, and those of clients. */
  fieldsPerOwner: 50,
  fieldChoices: 200,
  fieldChoiceName: 60,
  fieldText: 500,
  fieldLink: 2_000,
  /** The largest number of a field, and with a minus the smallest. */
  fieldNumber: 1_000_000_000_000,
  tagsPerCompany: 500,
  /** Views after these are folded. */
  viewsShown: 5,
  searchResults: 50,
  searchKeyword: 200,
  /** Results of the search over everything: of each kind at first, and of a page of one kind. */
  searchFew: 4,
  searchPage: 25,
  pinsPerTicket: 100,
  sliceSize: 30,
  /** Notes and event lines of one answer together. */
  notesPage: 200,
  /** The list of tickets that an agent sees by a mention has so many at most. */
  mentionedTickets: 100,
  /** A note mentions so many at most. */
  mentionedAgents: 20,
  mentionedDepartments: 5,
  /** An agent sees so many departments at most beside the home one. */
  furtherDepartments: 100,
  initialSlices: 3,
  shortIdLength: 8,
  maxRating: 3,
  clientNumber: 64,
  /** The number of tickets that are published when a client's number changes. */
  clientTicketsPublished: 100,
  /**
   * The longest message of an agent; a client's longer text is stored whole as a file. Providers allow 4 096 to 7 000.
   */
  messageText: 16_000,
  /**
   * The longest message of a visitor on a page with web chat, and the number of their conversations that may be open at
   * once.
   */
  visitorText: 4_000,
  /** Agents whom a web chat shows before the first message. */
  widgetFaces: 3,
  visitorMessages: 50,
  bubblesPerAgent: 500,
  /** The bubbles of a company that are shared, those of one answer, and the bytes of a file that is imported. */
  sharedBubbles: 5_000,
  sharedBubblesPage: 50,
  importBytes: 10 * 2 ** 20,
  /** The number of faulty lines that the answer to an import lists. */
  importFaults: 100,
  bubbleFolder: 60,
  bubbleFiles: 5,
  /** Milliseconds in which the changes of a macro can be undone. */
  macroUndo: 60_000,
  bubbleName: 100,
  bubblePreview: 50,
  /** The length of a ticket's last message on its card. */
  messagePreview: 200,
  /** The length of the client's last words, beside an automatic message on the card. */
  clientWords: 80,
  /** The length of what a ticket's line says it is about. */
  firstWords: 120,
  draftsListed: 200,
  /** Texts that have not left yet: of one ticket, of one agent, and in one list. */
  addressesSuggested: 12,
  addressesOfOrganisation: 20,
  outgoingPerTicket: 20,
  outgoingPerAgent: 200,
  outgoingListed: 200,
  /** Milliseconds in which a held text can be taken back, and within which one is sent later. */
  takeBack: 8_000,
  outgoingAhead: 366 * 24 * 3_600_000,
  fileDialogCancelCheck: 300,
  /** The templates listed for one channel; a provider keeps 250 for a new business, and 6 000 at most. */
  templatesListed: 1_000,
  /** The number of variables of a template that can be filled in, and the length of each. */
  templateVariables: 40,
  templateVariable: 1_024,
  /** Milliseconds without a key press before the draft is saved. */
  draftSavedAfter: 600,
  /** The longest HTML of a mail's draft, in UTF-16 units. A longer draft stays in the browser it is written in. */
  draftHtml: 60_000,
  /** The number of new client messages that a refused reply shows. */
  newsShown: 20,
  agentsListed: 2_000,
  bubblesOfProfile: 100,
  actionsPage: 20,
  /** Milliseconds between two fetches of the actions on screen. */
  actionsPoll: 10_000,
  auditPage: 50,
  clientsPage: 20,
  clientsStep: 10,
  clientNote: 5_000,
  clientFilesPage: 24,
  /** The identities of a client beside a ticket. */
  clientIdentities: 50,
  ticketsPage: 20,
  /** The time in which a deleted ticket can be restored. */
  deletedTicketKept: 30 * 24 * 3_600_000,
  deletedTicketsPage: 50,
  /** The most tickets that are merged into one. */
  mergedTickets: 20,
  /** The most messages that are copied into a new ticket at once. */
  splitMessages: 100,
  splitSubject: 200,
  ticketsStep: 10,
  caption: 1024,
  notificationsPage: 50,
  privateChatClears: 200,
  /** A message that is not read within this time becomes an inbox line; it takes up to twice as long. */
  unreadNoticeAfter: 2000,
  scrollToBottomPx: 50,
  floatingTitleHides: 1500,
  highlight: 2000,
  pinnedPanelTallFrom: 300,
  titleAlternates: 1000,
  /** The longest accepted address of a push service, and the most browsers of an agent. */
  pushEndpoint: 2000,
  pushBrowsers: 20,
  pushText: 150,
  toastHides: 1000,
  compactWidthPx: 1200,
  sessionPoll: 10_000,
  sessionWarning: 600_000,
  signInsPage: 10,
  pictureBytes: 10 * 2 ** 20,
  passwordLength: 8,
  codeLength: 6,
  codeAgainAfter: 60_000,
  resetRedirect: 1500,
  typingExpires: 6000,
  /** The viewers of a ticket who are named. */
  viewersShown: 20,
  offlineAfter: 5000,
  offlineBannerAfter: 1500,
} as const;
