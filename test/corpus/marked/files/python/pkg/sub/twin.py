def @{=tleaf}leaf():
    return @{cfg}config["a"]


@{=cfg}config = {"a": 1}


class @{=TModel}Model:
    def @{=tnested}nested(self):
        return @{tleaf}leaf()
