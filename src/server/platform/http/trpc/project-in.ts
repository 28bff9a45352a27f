/** The project that an input names. */
export const projectIn = (input: unknown): string | undefined =>
  typeof input === 'object' && input !== null && 'project' in input && typeof input.project === 'string'
    ? input.project
    : undefined
