import type { MailTexts } from "./index.ts";

export const es: MailTexts = {
  hello: "Hola, {name}:",
  helloNobody: "Hola:",
  valid: "El código es válido durante 10 minutos, en el navegador desde el que se pidió.",
  footer: "Enviado por Parley en {host}.",
  registrationCode: {
    subject: "Tu código de verificación de Parley",
    title: "Verifica tu correo electrónico",
    lead: "Introduce este código para terminar de registrar tu empresa:",
    note: "¿No lo has pedido tú? Ignora este correo: sin el código no se registra nada.",
  },
  resetCode: {
    subject: "Tu código de restablecimiento de Parley",
    title: "Restablece tu contraseña",
    lead: "Introduce este código para elegir una contraseña nueva:",
    note: "¿No lo has pedido tú? Ignora este correo: tu contraseña sigue siendo la misma. No des el código a nadie.",
  },
  passwordChanged: {
    subject: "Se ha cambiado tu contraseña de Parley",
    title: "Se ha cambiado tu contraseña",
    lead: "La contraseña de tu cuenta se acaba de cambiar y se ha cerrado tu sesión en todos los demás dispositivos.",
    note: "¿Has sido tú? Entonces todo va bien. Si no, elige enseguida una contraseña nueva y avisa a tu administrador.",
    button: "Elegir una contraseña nueva",
  },
  addressChanged: {
    subject: "Se ha cambiado tu correo electrónico de Parley",
    title: "Se ha cambiado tu correo electrónico",
    lead: "La dirección de tu cuenta es ahora {address}. Ahí llegarán los correos y con ella inicias sesión.",
    note: "¿Has sido tú, o tu administrador por ti? Entonces todo va bien. Si no, avisa enseguida a tu administrador.",
  },
  twoStepOn: {
    subject: "El inicio de sesión en dos pasos de Parley está activado",
    title: "El inicio de sesión en dos pasos está activado",
    lead: "Para entrar en tu cuenta ahora también hace falta un código de una aplicación.",
    note: "¿Has sido tú? Entonces todo va bien. Si no, elige enseguida una contraseña nueva y avisa a tu administrador.",
    button: "Elegir una contraseña nueva",
  },
  twoStepOff: {
    subject: "El inicio de sesión en dos pasos de Parley está desactivado",
    title: "El inicio de sesión en dos pasos está desactivado",
    lead: "A partir de ahora basta la contraseña para entrar en tu cuenta.",
    note: "¿Has sido tú? Entonces todo va bien. Si no, elige enseguida una contraseña nueva y avisa a tu administrador.",
    button: "Elegir una contraseña nueva",
  },
  alreadyRegistered: {
    subject: "Ya tienes una cuenta de Parley",
    title: "Ya tienes una cuenta",
    lead: "Alguien ha intentado registrar una empresa con este correo electrónico, pero ya tiene una cuenta.",
    note: "¿Has sido tú? Inicia sesión o usa allí «¿Has olvidado la contraseña?». Si no, ignora este correo.",
    button: "Iniciar sesión",
  },
};
