import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { refusalOf } from '../../../api/refusal.ts'
import { trpc } from '../../trpc.ts'
import classes from './sso.module.css'

/** Asks the issuer to describe itself, and says what was found. */
export function IssuerCheck({ issuer }: { issuer: string }): ReactNode {
  const check = trpc.providers.check.useMutation()
  // what was found is about the address that was asked
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
          Check the issuer
        </Button>
      </div>
      {current && check.error ? (
        <p className={classes['said']} role="alert">
          {refusalOf(check.error).sentence}
        </p>
      ) : null}
      {current && check.data ? (
        <p className={classes['said']} role="status" data-good>
          {check.data.issuer} answers.{' '}
          {check.data.signsOut
            ? 'Signing out here signs out there, too.'
            : 'It has no address to sign out at, so signing out here leaves it alone.'}
          {check.data.claims.length === 0 ? '' : ` It can tell: ${check.data.claims.join(', ')}.`}
        </p>
      ) : null}
    </>
  )
}
