import type { MailTexts } from "./index.ts";

export const nl: MailTexts = {
  hello: "Hallo {name},",
  helloNobody: "Hallo,",
  valid: "De code is 10 minuten geldig, in de browser waarin erom gevraagd is.",
  footer: "Verstuurd door Parley op {host}.",
  registrationCode: {
    subject: "Je verificatiecode voor Parley",
    title: "Bevestig je e-mailadres",
    lead: "Voer deze code in om de registratie van je bedrijf af te ronden:",
    note: "Heb je hier niet om gevraagd? Negeer deze mail dan: zonder de code wordt er niets geregistreerd.",
  },
  resetCode: {
    subject: "Je herstelcode voor Parley",
    title: "Stel je wachtwoord opnieuw in",
    lead: "Voer deze code in om een nieuw wachtwoord in te stellen:",
    note: "Heb je hier niet om gevraagd? Negeer deze mail dan: je wachtwoord blijft zoals het is. Geef de code aan niemand.",
  },
  passwordChanged: {
    subject: "Je Parley-wachtwoord is gewijzigd",
    title: "Je wachtwoord is gewijzigd",
    lead: "Het wachtwoord van je account is zojuist gewijzigd en je bent op alle andere apparaten uitgelogd.",
    note: "Was jij dat? Dan is alles in orde. Zo niet, stel dan meteen een nieuw wachtwoord in en waarschuw je beheerder.",
    button: "Nieuw wachtwoord instellen",
  },
  addressChanged: {
    subject: "Je Parley-e-mailadres is gewijzigd",
    title: "Je e-mailadres is gewijzigd",
    lead: "Het adres van je account is nu {address}. Daar komen mails aan en daarmee log je in.",
    note: "Was jij dat, of je beheerder voor jou? Dan is alles in orde. Zo niet, waarschuw dan meteen je beheerder.",
  },
  twoStepOn: {
    subject: "Inloggen in twee stappen bij Parley staat aan",
    title: "Inloggen in twee stappen staat aan",
    lead: "Om in te loggen op je account is nu ook een code uit een app nodig.",
    note: "Was jij dat? Dan is alles in orde. Zo niet, stel dan meteen een nieuw wachtwoord in en waarschuw je beheerder.",
    button: "Nieuw wachtwoord instellen",
  },
  twoStepOff: {
    subject: "Inloggen in twee stappen bij Parley staat uit",
    title: "Inloggen in twee stappen staat uit",
    lead: "Vanaf nu is het wachtwoord genoeg om in te loggen op je account.",
    note: "Was jij dat? Dan is alles in orde. Zo niet, stel dan meteen een nieuw wachtwoord in en waarschuw je beheerder.",
    button: "Nieuw wachtwoord instellen",
  },
  alreadyRegistered: {
    subject: "Je hebt al een Parley-account",
    title: "Je hebt al een account",
    lead: "Iemand heeft geprobeerd een bedrijf te registreren met dit e-mailadres, maar het heeft al een account.",
    note: "Was jij dat? Log in, of gebruik daar “Wachtwoord vergeten?”. Zo niet, negeer deze mail dan.",
    button: "Inloggen",
  },
};
