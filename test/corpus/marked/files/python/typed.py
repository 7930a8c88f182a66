def @{=stubbed}stubbed(@{=st}value):
    return @{st}value
