/**
 * Truthy in a page or one of its workers. Server runtimes such as Deno and workerd also have `EventSource`, but only a
 * page has `location`.
 */
export const inPage = (): unknown => globalThis.EventSource && globalThis.location
