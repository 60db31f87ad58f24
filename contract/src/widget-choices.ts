/** What a web chat's settings choose from. Free of zod, since the console offers the same choices. */
export const widgetAsks = ["no", "optional", "required"] as const;
/** `page`: as the page says, else as the visitor's system does. */
export const widgetThemes = ["light", "dark", "system", "page"] as const;
export const widgetSides = ["right", "left"] as const;
