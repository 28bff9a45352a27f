export default function Old() {
  return <p id="shop">shop: old</p>
}
