import http from 'node:http'

/** Open web UI pages, as the server sees them: each is a subscription to a project. */
export type Tabs = { received: () => number; heard: (times: number) => Promise<void>; close: () => void }

/** Opens subscriptions and waits until all are live. */
export async function openTabs(url: string, cookie: string, project: string, count: number): Promise<Tabs> {
  const agent = new http.Agent({ maxSockets: Number.POSITIVE_INFINITY })
  const input = encodeURIComponent(JSON.stringify({ project }))
  let [bytes, events] = [0, 0]
  const requests: http.ClientRequest[] = []
  const open = () =>
    new Promise<void>((resolve, reject) => {
      const headers = { cookie, accept: 'text/event-stream' }
      const request = http.get(`${url}/trpc/live.events?input=${input}`, { agent, headers }, (response) => {
        response.setEncoding('utf8')
        response.on('data', (text: string) => {
          bytes += text.length
          events += text.split('"kind":"revision"').length - 1
          resolve()
        })
        response.on('error', () => undefined)
      })
      request.on('error', reject)
      requests.push(request)
    })
  for (let done = 0; done < count; done += 50)
    await Promise.all(Array.from({ length: Math.min(50, count - done) }, open))
  return {
    received: () => bytes,
    heard: async (times) => {
      const until = performance.now() + 30_000
      while (events < times * count && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 2))
    },
    close: () => {
      for (const request of requests) {
        request.on('error', () => undefined)
        request.destroy()
      }
      agent.destroy()
    },
  }
}
