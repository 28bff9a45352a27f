import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Line } from '~/shared/cart'

type Props = { lines: readonly Line[]; onPay?: (total: number) => void }

/** The cart, with the button that pays. */
export function Cart({ lines, onPay }: Props) {
  const [open, setOpen] = useState(false)
  const total = useMemo(() => lines.reduce((sum, line) => sum + line.price, 0), [lines])

  useEffect(() => {
    document.title = `Cart (${lines.length})`
  }, [lines])

  const pay = useCallback(() => {
    if (onPay) onPay(total)
    else setOpen(true)
  }, [onPay, total])

  return (
    <section className={'cart cart--new'} data-new={true} aria-expanded={open}>
      <Banner />
      <ul>
        {lines.map((line) => (
          <li key={line.sku}>
            {line.sku} <b>{line.price}</b>
          </li>
        ))}
      </ul>
      {/* the sum */}
      <p>Total: {total}</p>
      <button type="button" onClick={pay} disabled={false}>
        Pay
      </button>
    </section>
  )
}

const Banner = () => <p>New here</p>
