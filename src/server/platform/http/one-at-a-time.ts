import type { RequestListener } from 'node:http'
import { limits } from '../../../shared/limits.ts'

/**
 * The same server, which answers what comes on one connection one after the other, however much of it is sent at once, and
 * ends a connection whose caller has taken nothing of an answer for so long: what one connection holds is one answer.
 */
export const oneAtATime =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    // more of ours wait for its end than Node takes for a leak
    response.setMaxListeners(30)
    const answer = () => {
      // time that the answer itself takes is not the caller's
      response.setTimeout(limits.answerStallsMs, () => {
        if (response.socket !== null && response.socket.writableLength > 0) response.destroy()
      })
      listener(request, response)
    }
    // Node gives the connection to one answer at a time
    if (response.socket !== null) answer()
    else response.once('socket', () => process.nextTick(answer))
  }
