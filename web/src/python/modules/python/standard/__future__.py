# Annotations are never evaluated here, so that there is nothing to switch on.
annotations = division = print_function = generator_stop = True
