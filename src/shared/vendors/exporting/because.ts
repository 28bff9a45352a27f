/**
 * Why a format cannot say a flag exactly, as a code; words and the cure of each are the UI's (`words.ts`).
 * `operand` is the attribute, flag, variant or operator it is about.
 */
export type BecauseCode =
  | 'attribute-name'
  | 'case'
  | 'circle'
  | 'empty-text'
  | 'flag-condition'
  | 'malformed'
  | 'mixed-values'
  | 'name-taken'
  | 'nested-name'
  | 'non-ascii'
  | 'null-value'
  | 'operator'
  | 'other-flag'
  | 'other-vendor'
  | 'padded-text'
  | 'pattern'
  | 'pre-release'
  | 'prerequisite-depth'
  | 'prerequisite-off'
  | 'prerequisite-values'
  | 'prerequisite-variants'
  | 'prototype-key'
  | 'reserved-name'
  | 'sdk-too-old'
  | 'split-hash'
  | 'too-large'

export interface Because {
  readonly code: BecauseCode
  readonly operand?: string | undefined
}

/** Thrown while a flag is projected: the format cannot say it exactly. */
export class NotReadable extends Error {
  readonly because: Because

  constructor(code: BecauseCode, operand?: string) {
    super(operand === undefined ? code : `${code}: ${operand}`)
    this.because = { code, ...(operand === undefined ? {} : { operand }) }
  }
}

export const notReadable = (code: BecauseCode, operand?: string): never => {
  throw new NotReadable(code, operand)
}

/** Names that every JavaScript object answers; SDKs that keep flags and attributes in plain objects trip over them. */
export const isPrototypeName = (name: string): boolean => name in Object.prototype
