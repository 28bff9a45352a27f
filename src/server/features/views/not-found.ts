import { FanionError } from '../../../shared/errors/fanion-error.ts'

/** Also thrown for another account's private view, so that its existence is not revealed. */
export const viewNotFound = (id: string) => new FanionError('view/not-found', { view: id })
