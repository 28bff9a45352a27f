/** The WebAuthn library. Loaded on first use, because most server processes need none of its 300 files. */
export const webAuthn = () => import('@simplewebauthn/server')
