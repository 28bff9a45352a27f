/**
 * Reason codes for flags that a format cannot express exactly. Texts and fixes are in `words.ts`. `operand` is the
 * attribute, flag, variant or operator concerned.
 */
export type UnreadableReasonCode =
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

export interface UnreadableReason {
  readonly code: UnreadableReasonCode
  readonly operand?: string | undefined
}

/** Thrown during projection if the format cannot express the flag exactly. */
export class NotReadable extends Error {
  readonly because: UnreadableReason

  constructor(code: UnreadableReasonCode, operand?: string) {
    super(operand === undefined ? code : `${code}: ${operand}`)
    this.because = { code, ...(operand === undefined ? {} : { operand }) }
  }
}

export const notReadable = (code: UnreadableReasonCode, operand?: string): never => {
  throw new NotReadable(code, operand)
}

/**
 * Property names of every JavaScript object. SDKs that store flags and attributes in plain objects confuse them with
 * data.
 */
export const isPrototypeName = (name: string): boolean => name in Object.prototype
