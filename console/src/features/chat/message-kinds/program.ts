/** Endings of files that run when they are opened: programs, scripts, installers and shortcuts to them. */
const endings = new Set(
  `exe com scr pif msi msp msix appx bat cmd ps1 psm1 vbs vbe js jse wsf wsh hta cpl lnk reg
  jar apk dmg pkg app command sh bash deb rpm appimage`.split(/\s+/),
);

/** Windows leaves out full stops and spaces at the end of a name. */
export const isProgram = (name: string): boolean =>
  endings.has(/\.([^.]+)$/.exec(name.toLowerCase().replace(/[\s.]+$/, ""))?.[1] ?? "");
