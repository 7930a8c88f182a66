class Cart:
    def save(self) -> int:
        return 1


class Till(Cart):
    def save(self) -> int:
        return super().save()

    class Drawer:
        def save(self) -> str:
            return "🍰"


def both(cart: Cart, till: Till) -> int:
    return cart.save() + till.save()


def straße(größe: int) -> int:
    return größe + größe


cake = "🍰"; filling = cake; crumb = filling
again = straße(both(Cart(), Till()))
