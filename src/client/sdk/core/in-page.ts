/**
 * Whether this is a page, or a worker of one. Some runtimes that render pages have event streams, too (Deno, workerd): only a page
 * has an address of its own.
 */
export const inPage = (): boolean => !!(globalThis.EventSource && globalThis.location)
