/**
 * The generation of flagd that served users: before 2026-04, since then, or the announced third. Their bucketing
 * differs.
 */
export type Generation = 'v1' | 'v2' | 'v3'

/** The SDK that evaluated. JavaScript's engine returns other results than all other flagd engines in some cases. */
export type FlagdSdk = 'javascript' | 'other'
