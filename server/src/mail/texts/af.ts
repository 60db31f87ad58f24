import type { MailTexts } from "./index.ts";

export const af: MailTexts = {
  hello: "Hallo {name},",
  helloNobody: "Hallo,",
  valid: "Die kode is 10 minute lank geldig, in die blaaier wat daarvoor gevra het.",
  footer: "Gestuur deur Parley by {host}.",
  registrationCode: {
    subject: "Jou Parley-verifikasiekode",
    title: "Bevestig jou e-posadres",
    lead: "Voer hierdie kode in om jou maatskappy klaar te registreer:",
    note: "Het jy nie daarvoor gevra nie? Ignoreer dan hierdie e-pos: sonder die kode word niks geregistreer nie.",
  },
  resetCode: {
    subject: "Jou Parley-terugstelkode",
    title: "Stel jou wagwoord terug",
    lead: "Voer hierdie kode in om ’n nuwe wagwoord te stel:",
    note: "Het jy nie daarvoor gevra nie? Ignoreer dan hierdie e-pos: jou wagwoord bly soos dit is. Moet die kode nooit vir iemand gee nie.",
  },
  passwordChanged: {
    subject: "Jou Parley-wagwoord is verander",
    title: "Jou wagwoord is verander",
    lead: "Die wagwoord van jou rekening is pas verander, en alle ander toestelle is afgemeld.",
    note: "Was dit jy? Dan is alles reg. Indien nie, stel dadelik ’n nuwe wagwoord en laat weet jou administrateur.",
    button: "Stel ’n nuwe wagwoord",
  },
  addressChanged: {
    subject: "Jou Parley-e-posadres is verander",
    title: "Jou e-posadres is verander",
    lead: "Die adres van jou rekening is nou {address}. Daarheen gaan e-posse, en daarmee meld jy aan.",
    note: "Was dit jy, of jou administrateur namens jou? Dan is alles reg. Indien nie, laat weet dadelik jou administrateur.",
  },
  twoStepOn: {
    subject: "Aanmelding in twee stappe by Parley is aan",
    title: "Aanmelding in twee stappe is aan",
    lead: "Om by jou rekening aan te meld, is nou ook ’n kode uit ’n toep nodig.",
    note: "Was dit jy? Dan is alles reg. Indien nie, stel dadelik ’n nuwe wagwoord en laat weet jou administrateur.",
    button: "Stel ’n nuwe wagwoord",
  },
  twoStepOff: {
    subject: "Aanmelding in twee stappe by Parley is af",
    title: "Aanmelding in twee stappe is af",
    lead: "Van nou af is die wagwoord alleen genoeg om by jou rekening aan te meld.",
    note: "Was dit jy? Dan is alles reg. Indien nie, stel dadelik ’n nuwe wagwoord en laat weet jou administrateur.",
    button: "Stel ’n nuwe wagwoord",
  },
  alreadyRegistered: {
    subject: "Jy het reeds ’n Parley-rekening",
    title: "Jy het reeds ’n rekening",
    lead: "Iemand het probeer om ’n maatskappy met hierdie e-posadres te registreer, maar dit het reeds ’n rekening.",
    note: "Was dit jy? Meld aan, of gebruik “Wagwoord vergeet?” daar. Indien nie, ignoreer hierdie e-pos.",
    button: "Meld aan",
  },
};
