/** A server-sent event. `event` is `message` if the server does not name one. */
export type StreamEvent = { readonly event: string; readonly data: string; readonly id: string }

/** Longest event in characters, so that a server that never ends an event cannot exhaust the memory. */
const longestEvent = 2 ** 27

/**
 * Creates a parser of `text/event-stream`. Input is decoded text in chunks that may split lines, line ends and fields
 * anywhere. An event is emitted only once it is complete. Comments are signaled without their text. `retry` is ignored,
 * because Fanion's own `reconnect` event replaces it. Throws if an event is longer than `longest`. Source: WHATWG HTML,
 * section 9.2.6, "Interpreting an event stream".
 */
export const createEventParser = (
  onEvent: (event: StreamEvent) => void,
  onComment: () => void = () => {},
  longest = longestEvent,
): ((text: string) => void) => {
  const lineEnd = /[\r\n]/g
  let line = ''
  let afterReturn = false
  let event = ''
  let data: string[] = []
  let id = ''
  let length = 0

  const dispatch = () => {
    if (data.length > 0) onEvent({ event: event || 'message', data: data.join('\n'), id })
    event = ''
    data = []
    length = 0
  }

  const endLine = () => {
    const whole = line
    line = ''
    if (whole === '') return dispatch()
    const colon = whole.indexOf(':')
    if (colon === 0) return onComment()
    const field = colon < 0 ? whole : whole.slice(0, colon)
    const value = colon < 0 ? '' : whole.slice(whole[colon + 1] === ' ' ? colon + 2 : colon + 1)
    length += whole.length
    if (field === 'data') data.push(value)
    else if (field === 'event') event = value
    else if (field === 'id' && !value.includes('\0')) id = value
  }

  return (text) => {
    if (text === '') return
    // A CR at the end of one chunk and an LF at the start of the next are one line end.
    let start = afterReturn && text[0] === '\n' ? 1 : 0
    afterReturn = text.endsWith('\r')
    for (;;) {
      lineEnd.lastIndex = start
      const found = lineEnd.exec(text)
      if (found === null) break
      line += text.slice(start, found.index)
      start = found.index + (text.startsWith('\r\n', found.index) ? 2 : 1)
      endLine()
    }
    line += text.slice(start)
    if (length + line.length > longest) throw new Error('an event is too long')
  }
}
