/**
 * What a program knows about the one it asks for: an optional targeting key and any attributes, which may nest.
 * Anything may arrive here (it comes from the caller's memory), so the engine treats every value as hostile.
 */
export type Context = { readonly targetingKey?: string; readonly [attribute: string]: unknown }
