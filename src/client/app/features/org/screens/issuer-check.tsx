import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { refusalOf } from '../../../../api/refusal.ts'
import { trpc } from '../../../trpc.ts'
import classes from './sso.module.css'

/** Fetches the issuer’s discovery document and shows the result. */
export function IssuerCheck({ issuer }: { issuer: string }): ReactNode {
  const check = trpc.providers.check.useMutation()
  // The result belongs to the issuer that was checked.
  const current = check.variables?.issuer === issuer
  return (
    <>
      <div>
        <Button
          variant="default"
          loading={check.isPending}
          disabled={!URL.canParse(issuer)}
          onClick={() => check.mutate({ issuer })}
        >
          Check issuer
        </Button>
      </div>
      {current && check.error ? (
        <p className={classes['said']} role="alert">
          {refusalOf(check.error).sentence}
        </p>
      ) : null}
      {current && check.data ? (
        <p className={classes['said']} role="status" data-good>
          {check.data.issuer} is reachable.{' '}
          {check.data.signsOut
            ? 'Signing out here also signs you out there.'
            : 'It has no sign-out endpoint, so signing out here doesn’t sign you out there.'}
          {check.data.claims.length === 0 ? '' : ` Available claims: ${check.data.claims.join(', ')}.`}
        </p>
      ) : null}
    </>
  )
}
