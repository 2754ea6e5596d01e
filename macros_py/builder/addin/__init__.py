"""Builds the add-in ``Sportulti.xlam`` from text: ribbon, VBA and function wrappers, on any system, without Excel."""
