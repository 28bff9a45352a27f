import { fanion } from '~/fanion'

type Job = { id: number; kind: 'email' | 'label' }

export async function* drain(jobs: AsyncIterable<Job>, user: string): AsyncGenerator<number> {
  outer: for await (const job of jobs) {
    while (fanion.flags.newCheckout({ targetingKey: user })) {
      if (job.kind === 'email') continue outer
      break
    }
    yield job.id
  }
}

/** Whether a job may wait: letters never did in the new checkout. */
export const mayWait = (job: Job): boolean =>
  job.kind === 'label' || (job.kind === 'email' && !fanion.flags.newCheckout() && Date.now() > 0)

export const delays = {
  email: fanion.flags.newCheckout() ? 0 : 60_000,
  ...(fanion.flags.newCheckout() && { label: 10 }),
  ...(fanion.flags.newCheckout() ? {} : { fax: 5 }),
} satisfies Record<string, number>
