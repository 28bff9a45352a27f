/** An id nobody else has: 96 random bits as hex. `crypto.randomUUID` is missing from pages served without TLS. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')
