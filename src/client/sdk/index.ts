export type { Attributes, Flag, Flags } from './core/define-flags.ts'
export { defineFlags, objectFlag } from './core/define-flags.ts'
