/** The choices of a web chat's settings. Free of zod, since the console offers the same choices. */
export const widgetAsks = ["no", "optional", "required"] as const;
/** `page`: the theme that the page sets, else the visitor's system theme. */
export const widgetThemes = ["light", "dark", "system", "page"] as const;
export const widgetSides = ["right", "left"] as const;
