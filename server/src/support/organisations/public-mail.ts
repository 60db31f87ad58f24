/** Providers at which anyone can have an address. */

/** Their domains in every country: `yahoo.co.uk`, `hotmail.fr`. */
const brands = new Set(
  `yahoo ymail hotmail outlook live msn gmail googlemail gmx icloud aol yandex rambler zoho protonmail tutanota mailfence
  hushmail inbox`.split(/\s+/),
);

const domains = new Set(
  `me.com mac.com rocketmail.com proton.me pm.me tuta.io tuta.com tutamail.com keemail.me fastmail.com fastmail.fm hey.com mail.com
  email.com usa.com post.com myself.com consultant.com web.de freenet.de t-online.de online.de arcor.de posteo.de posteo.net
  mailbox.org ya.ru mail.ru bk.ru list.ru internet.ru abv.bg mail.bg dir.bg seznam.cz email.cz centrum.cz post.cz wp.pl o2.pl
  onet.pl interia.pl op.pl tlen.pl libero.it virgilio.it tiscali.it alice.it tin.it orange.fr wanadoo.fr free.fr laposte.net sfr.fr
  neuf.fr bbox.fr telefonica.net terra.es ziggo.nl kpnmail.nl planet.nl xs4all.nl hetnet.nl home.nl chello.nl telenet.be skynet.be
  bluewin.ch hispeed.ch sunrise.ch btinternet.com sky.com talktalk.net virginmedia.com ntlworld.com blueyonder.co.uk comcast.net
  verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net juno.com rogers.com shaw.ca sympatico.ca
  bigpond.com optusnet.com.au xtra.co.nz mweb.co.za telkomsa.net vodamail.co.za webmail.co.za qq.com foxmail.com 163.com 126.com
  yeah.net sina.com sina.cn sohu.com aliyun.com 139.com 189.cn naver.com daum.net hanmail.net nate.com docomo.ne.jp ezweb.ne.jp
  au.com softbank.ne.jp i.softbank.jp nifty.com biglobe.ne.jp rediffmail.com uol.com.br bol.com.br terra.com.br ig.com.br
  globo.com mynet.com superonline.com ttmail.com ukr.net i.ua meta.ua bigmir.net simplelogin.com duck.com mozmail.com
  privaterelay.appleid.com mailinator.com guerrillamail.com 10minutemail.com yopmail.com temp-mail.org`.split(
    /\s+/,
  ),
);

/** True for `gmail.com` and the like; the domain is in lower-case ASCII. */
export function isPublicMailDomain(domain: string): boolean {
  const [brand = "", ...country] = domain.split(".");
  const ofBrand = brands.has(brand) && country.every((part) => part.length <= 3);
  return ofBrand || domains.has(domain);
}
