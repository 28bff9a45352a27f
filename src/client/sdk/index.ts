export type { AnyEvents, EventDeclaration } from './core/define-events.ts'
export { defineEvents } from './core/define-events.ts'
export type { Attributes, Flag, Flags } from './core/define-flags.ts'
export { defineFlags, objectFlag } from './core/define-flags.ts'
