/** Returns the project key in a procedure's input, if there is one. */
export const projectIn = (input: unknown): string | undefined =>
  typeof input === 'object' && input !== null && 'project' in input && typeof input.project === 'string'
    ? input.project
    : undefined
