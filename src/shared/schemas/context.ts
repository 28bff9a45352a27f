/**
 * The attributes of a user or request: an optional targeting key and any attributes, which may nest. The caller may
 * pass anything, so the engine treats every value as hostile.
 */
export type Context = { readonly targetingKey?: string; readonly [attribute: string]: unknown }
