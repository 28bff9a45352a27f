/** The library that speaks WebAuthn, loaded at its first use: most starts of a server need none of its 300 files. */
export const webAuthn = () => import('@simplewebauthn/server')
