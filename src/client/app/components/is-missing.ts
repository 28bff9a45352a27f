/** Whether a module, or a style that it needs, could not be fetched; each browser says so in words of its own. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|module script failed|preload CSS/i.test(error.message)
