// The console's theme.js has already chosen the theme.
document.documentElement.classList.toggle("dark-mode", document.documentElement.dataset.theme === "dark");

window.SwaggerUIBundle({
  url: "/openapi.json",
  domNode: document.getElementById("calls"),
  presets: [window.SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  filter: true,
  deepLinking: true,
  // The page is for reading: a call tried here would change the company's own data.
  supportedSubmitMethods: [],
  validatorUrl: null,
});
