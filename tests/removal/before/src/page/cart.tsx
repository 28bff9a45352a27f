import { useFlag } from '@fanion/sdk/react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { flags } from '~/flags'
import type { Line } from '~/shared/cart'

type Props = { lines: readonly Line[]; onPay?: (total: number) => void }

/** The cart, with the button that pays. */
export function Cart({ lines, onPay }: Props) {
  const [open, setOpen] = useState(false)
  const isNew = useFlag(flags.newCheckout)
  const total = useMemo(() => lines.reduce((sum, line) => sum + line.price, isNew ? 0 : 1), [lines, isNew])

  useEffect(() => {
    if (!isNew) return
    document.title = `Cart (${lines.length})`
  }, [isNew, lines])

  const pay = useCallback(() => {
    if (isNew && onPay) onPay(total)
    else setOpen(true)
  }, [isNew, onPay, total])

  if (!isNew) {
    return <OldCart lines={lines} />
  }

  return (
    <section className={isNew ? 'cart cart--new' : 'cart'} data-new={isNew} aria-expanded={open}>
      {isNew && <Banner />}
      <ul>
        {lines.map((line) => (
          <li key={line.sku}>
            {line.sku} {isNew ? <b>{line.price}</b> : line.price}
          </li>
        ))}
      </ul>
      {/* the sum */}
      <p>Total: {total}</p>
      {!isNew && <OldNote />}
      {isNew ? (
        <button type="button" onClick={pay} disabled={!isNew}>
          Pay
        </button>
      ) : (
        <a href="/pay">Pay</a>
      )}
    </section>
  )
}

const Banner = () => <p>New here</p>
const OldNote = () => <p>Old</p>

function OldCart({ lines }: Props) {
  return <p>{lines.length}</p>
}
