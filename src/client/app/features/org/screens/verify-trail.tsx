import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { refusalOf } from '../../../../api/refusal.ts'
import { FormError } from '../../../components/form-error.tsx'
import classes from '../../../components/settings.module.css'
import { trpc } from '../../../trpc.ts'

/** Verifies every hash chain of the audit log from start to end. */
export function VerifyTrail(): ReactNode {
  const utils = trpc.useUtils()
  const checkpoint = trpc.audit.checkpoint.useMutation()
  const verify = useMutation({
    mutationFn: async () => {
      // Creates a checkpoint first, so that the final hash covers every project.
      await checkpoint.mutateAsync()
      let after: string | null = ''
      let [checked, broken, archived] = [0, 0, 0]
      let hash: string | null = null
      while (after !== null) {
        // Each request continues where the last one ended
        // oxlint-disable-next-line no-await-in-loop
        const stretch = await utils.client.audit.verify.query({ after })
        checked += stretch.checked
        broken += stretch.broken.length + stretch.unchained
        archived += stretch.archived
        hash = stretch.last?.hash ?? hash
        after = stretch.next
      }
      return { checked, broken, archived, hash }
    },
  })
  return (
    <>
      <Button variant="default" loading={verify.isPending} onClick={() => verify.mutate()}>
        Verify audit log
      </Button>
      <FormError refusal={verify.error ? refusalOf(verify.error) : null} fields={[]} />
      {verify.data ? (
        <p className={classes['lead']} role="status" style={{ marginTop: 8 }}>
          {verify.data.broken === 0
            ? `All ${verify.data.checked} events verified. None has been altered. `
            : `${verify.data.broken} of ${verify.data.checked} events have been altered. `}
          {verify.data.archived === 0 ? null : `${verify.data.archived} older ones are in archives. `}
          {verify.data.hash === null ? null : (
            <>
              Last hash: <code>{verify.data.hash}</code>
            </>
          )}
        </p>
      ) : null}
    </>
  )
}
