/** Which flagd served the users: before 2026-04, since then, or the announced third. The buckets of each differ. */
export type Generation = 'v1' | 'v2' | 'v3'

/** Whose SDK evaluated: the engine of JavaScript's answers some things as no other of flagd's does. */
export type FlagdSdk = 'javascript' | 'other'
