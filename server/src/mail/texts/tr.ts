import type { MailTexts } from "./index.ts";

export const tr: MailTexts = {
  hello: "Merhaba {name},",
  helloNobody: "Merhaba,",
  valid: "Kod 10 dakika boyunca ve yalnızca istendiği tarayıcıda geçerlidir.",
  footer: "Bu e-postayı {host} adresindeki Parley gönderdi.",
  registrationCode: {
    subject: "Parley doğrulama kodunuz",
    title: "E-posta adresinizi doğrulayın",
    lead: "Şirketinizin kaydını tamamlamak için bu kodu girin:",
    note: "Bu isteği siz yapmadıysanız bu e-postayı yok sayın: kod olmadan hiçbir kayıt yapılmaz.",
  },
  resetCode: {
    subject: "Parley sıfırlama kodunuz",
    title: "Parolanızı sıfırlayın",
    lead: "Yeni bir parola belirlemek için bu kodu girin:",
    note: "Bu isteği siz yapmadıysanız bu e-postayı yok sayın: parolanız olduğu gibi kalır. Kodu kimseye vermeyin.",
  },
  passwordChanged: {
    subject: "Parley parolanız değiştirildi",
    title: "Parolanız değiştirildi",
    lead: "Hesabınızın parolası az önce değiştirildi ve diğer tüm cihazlardaki oturumlarınız kapatıldı.",
    note: "Bunu siz yaptıysanız sorun yok. Siz yapmadıysanız hemen yeni bir parola belirleyin ve yöneticinize haber verin.",
    button: "Yeni parola belirle",
  },
  addressChanged: {
    subject: "Parley e-posta adresiniz değiştirildi",
    title: "E-posta adresiniz değiştirildi",
    lead: "Hesabınızın adresi artık {address}. E-postalar bu adrese gönderilir ve oturumu bu adresle açarsınız.",
    note: "Bunu siz ya da sizin için yöneticiniz yaptıysa sorun yok. Değilse hemen yöneticinize haber verin.",
  },
  twoStepOn: {
    subject: "Parley’de iki adımlı oturum açma etkin",
    title: "İki adımlı oturum açma etkin",
    lead: "Hesabınızda oturum açmak için artık bir uygulamadan alınan kod da gerekiyor.",
    note: "Bunu siz yaptıysanız sorun yok. Siz yapmadıysanız hemen yeni bir parola belirleyin ve yöneticinize haber verin.",
    button: "Yeni parola belirle",
  },
  twoStepOff: {
    subject: "Parley’de iki adımlı oturum açma kapalı",
    title: "İki adımlı oturum açma kapalı",
    lead: "Bundan sonra hesabınızda oturum açmak için yalnızca parola yeterli.",
    note: "Bunu siz yaptıysanız sorun yok. Siz yapmadıysanız hemen yeni bir parola belirleyin ve yöneticinize haber verin.",
    button: "Yeni parola belirle",
  },
  alreadyRegistered: {
    subject: "Zaten bir Parley hesabınız var",
    title: "Zaten bir hesabınız var",
    lead: "Birisi bu e-posta adresiyle bir şirket kaydetmeye çalıştı, ancak bu adresin zaten bir hesabı var.",
    note: "Bunu siz yaptıysanız oturum açın ya da oradaki “Parolanızı mı unuttunuz?” bağlantısını kullanın. Siz değilseniz bu e-postayı yok sayın.",
    button: "Oturum aç",
  },
};
