import type { RequestListener } from 'node:http'
import { limits } from '../../../shared/limits.ts'

/**
 * Wraps a listener so that pipelined requests on one connection are processed one after the other, and a connection
 * whose client stops reading a response is closed. A connection thus never uses more memory than one response.
 */
export const serializeRequests =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    // More of our own listeners wait for a response's end than Node's leak warning allows.
    response.setMaxListeners(30)
    const answer = () => {
      // The timeout measures only the client: computing the response does not count.
      response.setTimeout(limits.answerStallsMs, () => {
        if (response.socket !== null && response.socket.writableLength > 0) response.destroy()
      })
      listener(request, response)
    }
    // Node assigns the socket to one response at a time.
    if (response.socket !== null) answer()
    else response.once('socket', () => process.nextTick(answer))
  }
