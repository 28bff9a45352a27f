import { catalogue, type ErrorCode } from './catalogue.ts'

/** Whether a value is a code of the catalogue. */
export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(catalogue, value)
