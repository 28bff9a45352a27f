import { FanionError } from '../../../shared/errors/fanion-error.ts'

/** Also of a view that is somebody else's own: that it is there is theirs to know. */
export const viewNotFound = (id: string) => new FanionError('view/not-found', { view: id })
