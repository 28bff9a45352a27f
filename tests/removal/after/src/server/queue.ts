type Job = { id: number; kind: 'email' | 'label' }

export async function* drain(jobs: AsyncIterable<Job>, user: string): AsyncGenerator<number> {
  outer: for await (const job of jobs) {
    while (true) {
      if (job.kind === 'email') continue outer
      break
    }
    yield job.id
  }
}

/** Whether a job may wait: letters never did in the new checkout. */
export const mayWait = (job: Job): boolean =>
  job.kind === 'label' || (job.kind === 'email' && false)

export const delays = {
  email: 0,
  ...{ label: 10 },
  ...{},
} satisfies Record<string, number>
