/** Whether an error means that a module or its style could not be fetched. The messages differ between browsers. */
export const isModuleMissing = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|module script failed|preload CSS/i.test(error.message)
