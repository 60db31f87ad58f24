/** The launcher's styles, in a shadow root: the page's styles do not reach in, nor these out. */
export const launcherStyle = `
:host { all: initial; color-scheme: light; }
* { box-sizing: border-box; }
button { all: unset; box-sizing: border-box; cursor: pointer; -webkit-tap-highlight-color: transparent; }
svg { width: 26px; height: 26px; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.root { font: 15px/1.45 system-ui, sans-serif; direction: ltr; text-align: left; }
.launch, .peek, .panel { position: fixed; z-index: 2147483000; right: 20px; }
.left .launch, .left .peek, .left .panel { right: auto; left: 20px; }
.launch { bottom: 20px; width: 60px; height: 60px; border-radius: 50%; background: var(--brand); color: var(--on-brand);
  display: grid; place-items: center; box-shadow: 0 8px 24px #0b0f1447; }
.launch:hover { filter: brightness(1.08); }
.launch:focus-visible, .peek button:focus-visible { outline: 3px solid var(--brand); outline-offset: 3px; box-shadow: 0 0 0 3px #fff; }
.launch .x, .open .launch .talk { display: none; }
.open .launch .x { display: block; }
.count { position: absolute; top: -3px; right: -3px; min-width: 21px; font: 600 12px/21px system-ui, sans-serif; border-radius: 11px;
  background: #c62018; color: #fff; text-align: center; padding: 0 6px; }
[hidden] { display: none !important; }
@media (forced-colors: active) { .launch { border: 2px solid; } }
@media print { .root { display: none; } }
`;

/** The styles of the panel and the peek, added once there is a frame. */
export const panelStyle = `
.peek { bottom: 96px; width: min(290px, calc(100vw - 40px)); background: #fff; color: #0e1720; border-radius: 16px;
  box-shadow: 0 12px 34px #0b0f1433; display: flex; }
.peek .text { flex: 1; min-width: 0; padding: 13px 0 13px 15px; font-size: 14px; overflow-wrap: anywhere; border-radius: 16px; }
.peek b { display: block; font-size: 12.5px; color: #46576a; font-weight: 600; margin-bottom: 2px; }
.peek .hide { width: 44px; height: 44px; display: grid; place-items: center; color: #46576a; border-radius: 16px; }
.peek svg { width: 16px; height: 16px; }
.panel { bottom: 92px; width: 376px; max-width: calc(100vw - 40px); height: min(640px, 100vh - 112px); border-radius: 18px; overflow: hidden;
  background: #fff; box-shadow: 0 18px 50px #0b0f1433, 0 2px 6px #0b0f141f; }
.dark .panel { background: #10161d; outline: 1px solid #ffffff26; }
.panel::before { content: ""; position: absolute; inset: 0 0 auto; height: 60px; background: var(--brand); }
.large .panel { width: 1200px; height: calc(100vh - 112px); }
.root.full .panel { inset: 0; width: 100%; max-width: none; height: 100%; border-radius: 0; }
.full.open .launch, .full.open .peek, .fill .launch, .fill .peek { display: none; }
iframe { position: relative; display: block; width: 100%; height: 100%; border: 0; opacity: 0; color-scheme: normal; }
.ready iframe { opacity: 1; }
@media (prefers-reduced-motion: no-preference) {
  .open .panel, .peek { animation: rise .15s cubic-bezier(.2, .8, .2, 1); }
  .root.full .panel { animation: none; }
  @keyframes rise { from { opacity: 0; transform: translateY(8px); } }
}
`;
