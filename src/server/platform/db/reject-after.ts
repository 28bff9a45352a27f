/**
 * Rejects after `ms` with an error that counts as the database being down. A connection whose peer vanished silently
 * looks like a slow response for many minutes.
 */
export async function rejectAfter<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const error = Object.assign(new Error(`the database did not answer within ${ms} ms`), { code: '08006' })
    timer = setTimeout(() => reject(error), ms)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
